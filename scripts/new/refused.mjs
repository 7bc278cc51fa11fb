/** What was asked for cannot be made: the message is the sentence that people are told. Nothing was written. */
export class Refused extends Error {}
