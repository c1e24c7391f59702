# A copy of the JVM's own authorities, and each certificate of the file in addition: keytool takes one at a time.
set -euo pipefail
java=${JAVA_HOME:-/opt/java/openjdk} from=${FROM:-/etc/signalbox/ca/http/ca.crt} to=${TO:-/trust}
work=$(mktemp -d)
rm -f "$to/cacerts"
cp "$java/lib/security/cacerts" "$to/cacerts"
chmod u+w "$to/cacerts"
awk -v work="$work" '/-----BEGIN CERTIFICATE-----/ { n++ } n { print > sprintf("%s/%03d.pem", work, n) }' "$from"
for certificate in "$work"/*.pem; do
  [ -e "$certificate" ] || { echo "no certificate in $from" >&2; exit 1; }
  "$java/bin/keytool" -importcert -noprompt -keystore "$to/cacerts" -storepass changeit \
    -alias "signalbox-${certificate##*/}" -file "$certificate"
done
rm -rf "$work"
