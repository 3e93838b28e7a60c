import type { OpenIdFacts, OpenIdFound } from '../../wire/answers/openids.ts';
import type { Answer } from './answer.ts';

export type OpenId = OpenIdFacts;
export type { OpenIdFound };

/** Login through an external provider (OIDC-3), and the providers linked to the account (OIDC-6). */
export interface OpenIdActions {
  /** Returns the address to open in the browser. */
  beginOpenId(provider: string): Answer<{ readonly url: string }>;
  /** `answer`: the query that it came back with; `login` takes the ticket. */
  finishOpenId(provider: string, answer: string): Answer<OpenIdFound>;
  openIds(): Answer<{ readonly list: readonly OpenId[] }>;
  removeOpenId(id: OpenId['id'], password: string): Answer;
}
