export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends short mails, such as codes. Rejects when the mail server did not take it. */
export interface Mail {
  send(mail: MailMessage): Promise<void>;
}
