/** What tests use of a provider that is not ours; its package brings no types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
  }
}
