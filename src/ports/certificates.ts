/** What HTTPS is served with; keys and certificates are PEM texts. */
export interface Certificate {
  /** Host names that it is for; the first is its subject. */
  readonly names: readonly string[];
  readonly key: string;
  /** The certificate and those that lead to the authority's. */
  readonly chain: string;
  /** Milliseconds since 1970. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** What an authority asks for over plain HTTP before it believes that a name is ours: text by token. */
export type Proofs = Map<string, string>;

/** An authority that certifies names over the network. */
export interface Authority {
  /**
   * Asks for a certificate; whatever must be shown meanwhile stands in `proofs`.
   *
   * @throws with a message for the operator when it cannot be had
   */
  certify(names: readonly string[], proofs: Proofs): Promise<Certificate>;
}

/** What `/readyz` and `/metrics` say of the certificate (TLS-7). */
export interface CertificateState {
  /** Null: there is none yet. */
  readonly untilMs: number | null;
  /** Why the last attempt to get one failed; null: it did not. */
  readonly failure: string | null;
}

/** Where the last certificate is kept over a restart. */
export interface CertificateStore {
  /** Null when there is none that can be used. */
  read(): Promise<Certificate | null>;
  keep(certificate: Certificate): Promise<void>;
}
