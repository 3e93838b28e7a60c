/** A setting that cannot be used; the message is the whole line for whoever starts the server. */
export class BadSetting extends Error {}
