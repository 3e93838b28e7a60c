export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The same in each attempt to send this mail; absent: a new one. */
  readonly name?: string;
}

/** Sends short mails, such as codes. Rejects if the mail server did not accept it. */
export interface Mail {
  send(mail: MailMessage): Promise<void>;
}
