/** An unusable setting; the message is the complete line for the operator. */
export class BadSetting extends Error {}
