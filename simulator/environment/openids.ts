import type { OpenIdPerson, OpenIds } from '../../src/ports/openid.ts';

/**
 * A login visitor of a World: the simulated provider trusts the visitor's claim, with the same strict format.
 */
export interface WorldVisitor {
  readonly subject: string;
  readonly email: string;
  readonly nonce: string;
}

const ISSUER = 'https://id.parley.test';

/** Two providers of a World: one whose people are taken in, and one whose are not. */
export const worldOpenIds: OpenIds = {
  faults: () => [],
  providers: [
    { id: 'work', name: 'Work', isOpen: true },
    { id: 'club', name: 'Club', isOpen: false },
  ],
  begin: ({ state, nonce, redirect }) =>
    Promise.resolve(`${ISSUER}/?${new URLSearchParams({ state, nonce, redirect }).toString()}`),
  finish: ({ state, nonce, provider }, answer) => {
    const query = new URLSearchParams(answer);
    if (query.get('state') !== state) return Promise.resolve('wrong');
    if (query.has('error')) return Promise.resolve(query.get('error') === 'away' ? 'away' : 'denied');
    const visit = visitor(query.get('code') ?? '');
    if (visit?.nonce !== nonce) return Promise.resolve('wrong');
    const { subject, email } = visit;
    const issuer = `${ISSUER}/${provider}`;
    const person: OpenIdPerson = { issuer, subject, email, name: 'Visitor', session: '' };
    return Promise.resolve(person);
  },
  // Provider logouts do not occur here: tests of the server cover them (OIDC-9).
  ended: () => Promise.resolve('wrong'),
};

function visitor(text: string): WorldVisitor | null {
  try {
    return JSON.parse(text) as WorldVisitor | null;
  } catch {
    return null;
  }
}
