/** Certificate and key for HTTPS, as PEM texts. */
export interface Certificate {
  /** Host names that it is for; the first is its subject. */
  readonly names: readonly string[];
  readonly key: string;
  /** The certificate and its chain up to the authority's. */
  readonly chain: string;
  /** Milliseconds since 1970. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Responses to an authority's plain-HTTP check that the name is ours: text by token. */
export type Proofs = Map<string, string>;

/** An authority that certifies names over the network. */
export interface Authority {
  /**
   * Requests a certificate; the responses that the authority fetches are in `proofs`.
   *
   * @throws with a message for the operator if no certificate is issued
   */
  certify(names: readonly string[], proofs: Proofs): Promise<Certificate>;
}

/** Facts about the certificate for `/readyz` and `/metrics` (TLS-7). */
export interface CertificateState {
  /** Null: no certificate yet. */
  readonly untilMs: number | null;
  /** Why the last attempt to get one failed; null: it did not. */
  readonly failure: string | null;
}

/** Stores the last certificate over a restart. */
export interface CertificateStore {
  /** Returns null without a usable certificate. */
  read(): Promise<Certificate | null>;
  keep(certificate: Certificate): Promise<void>;
}
