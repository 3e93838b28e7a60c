export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends short mails, such as codes. Rejects if the mail server did not accept it. */
export interface Mail {
  send(mail: MailMessage): Promise<void>;
}
