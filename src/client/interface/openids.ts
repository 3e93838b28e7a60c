import type { OpenIdFacts, OpenIdFound } from '../../wire/answers/openids.ts';
import type { Answer } from './answer.ts';

export type OpenId = OpenIdFacts;
export type { OpenIdFound };

/** Logging in elsewhere (OIDC-3), and what one's own account is opened by (OIDC-6). */
export interface OpenIdActions {
  /** Where the browser goes. */
  beginOpenId(provider: string): Answer<{ readonly url: string }>;
  /** `answer`: the query that it came back with; `login` takes the ticket. */
  finishOpenId(provider: string, answer: string): Answer<OpenIdFound>;
  openIds(): Answer<{ readonly list: readonly OpenId[] }>;
  removeOpenId(id: OpenId['id'], password: string): Answer;
}
