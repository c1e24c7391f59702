package dev.signalbox.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class ValidatorCheckTest {
    @Test
    void aCollectionWithoutASchemaTakesEverything() {
        assertThat(problems("{}")).isEmpty();
        assertThat(problems("{validator: {status: {$exists: true}}}")).isEmpty();
    }

    @Test
    void aSchemaThatAllowsWhatIsWrittenIsFine() {
        assertThat(problems("""
                {validator: {$jsonSchema: {required: ['status'], properties: {
                    status: {enum: ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED']},
                    retryCount: {bsonType: ['int', 'long']},
                    processedAt: {bsonType: ['date', 'null']},
                    errorMessage: {bsonType: ['string', 'null'], maxLength: 2000}}}}}""")).isEmpty();
    }

    @Test
    void wordsTypesAndLengthsThatAreRefusedAreNamed() {
        assertThat(problems("""
                {validator: {$jsonSchema: {properties: {
                    status: {enum: ['PENDING', 'PROCESSING', 'COMPLETED']},
                    processedAt: {bsonType: 'date'},
                    errorMessage: {bsonType: ['string', 'null'], maxLength: 100}}}}}"""))
                .containsExactly(
                        "field status: the validator allows COMPLETED, PENDING, PROCESSING; needed is also FAILED",
                        "field processedAt: the validator allows the types date; needed is also null",
                        "field errorMessage: the validator allows 100 characters; needed are 2000");
    }

    @Test
    void fieldsThatSignalboxAddsMustBeAllowed() {
        assertThat(problems("""
                {validator: {$jsonSchema: {additionalProperties: false, properties: {
                    _id: {}, type: {}, messageGroup: {}, payload: {}, createdAt: {}, retryCount: {},
                    status: {bsonType: 'string'}, processedAt: {}, errorMessage: {}}}}}"""))
                .containsExactly(
                        "field signalboxClaim: the validator forbids it; needed is a validator that allows it",
                        "field signalboxSuspect: the validator forbids it; needed is a validator that allows it");
    }

    @Test
    void aValidatorThatOnlyWarnsRefusesNothing() {
        assertThat(
                        problems(
                                "{validationAction: 'warn', validator: {$jsonSchema: {properties: {status: {enum: ['NEW']}}}}}"))
                .isEmpty();
    }

    private static List<String> problems(String options) {
        return ValidatorCheck.problems(BsonDocument.parse(options));
    }
}
