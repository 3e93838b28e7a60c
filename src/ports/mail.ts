/** Sends short mails, such as codes. Rejects when the mail server did not take it. */
export interface Mail {
  send(mail: { readonly to: string; readonly subject: string; readonly text: string }): Promise<void>;
}
