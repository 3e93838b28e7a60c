/** Password hashing, off the event loop in production. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** `null`: an unknown user, which takes equally long and is always false. */
  verify(hash: string | null, password: string): Promise<boolean>;
  /** One-way digest of a token or a request, lower-case hexadecimal. Fast and deterministic. */
  digest(text: string): string;
  /** Keyed digest of a text (HMAC with SHA-256), hexadecimal: proves that this server made the text. */
  mac(key: string, text: string): string;
  /** Password of a TURN relay for a name, from the shared secret (HMAC with SHA-1, base64). */
  relayPassword(secret: string, name: string): string;
}
