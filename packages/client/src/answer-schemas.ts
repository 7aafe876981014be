// Loaded with the first answer that is looked at closely: an error, or an event. Making the schemas takes a tenth of a
// second, which a command that only succeeds need not spend.
export { errorEnvelope, eventSchemas, transcribeStreamEvent } from '@quoth/contract';
