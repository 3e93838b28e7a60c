export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
}

/** Ids and secrets; in production from the system's generator. */
export interface Ids {
  /** A UUID, lower case; in production of version 7, which begins with the time (SEND-16). */
  uuid(): string;
  /** `bytes` random bytes as lower-case hexadecimal text. */
  hex(bytes: number): string;
}
