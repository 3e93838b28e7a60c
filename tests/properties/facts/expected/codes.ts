/** The content of a picture code, and its meaning to the service at `OUR_ADDRESS`. */
export interface Code {
  readonly words: string;
  readonly meaning: Readonly<Record<string, string>>;
}

export const OUR_ADDRESS = 'https://chat.example:8443';

const LONGEST = 't'.repeat(120);
const TOKENS = ['a', 'Z9_-', 'abc.def', '', LONGEST, `${LONGEST}t`] as const;
const isToken = (token: string): boolean => token === LONGEST || token === 'a' || token === 'Z9_-';

const web = (words: string): Code => ({ words, meaning: { kind: 'web', address: words } });
const makeMessage = (words: string): Code => ({ words, meaning: { kind: 'text', text: words } });

/** Codes of users and groups; with an impossible token the code is just a web address. */
const invitations: readonly Code[] = TOKENS.flatMap((token) =>
  (
    [
      ['g', 'group'],
      ['u', 'person'],
    ] as const
  ).flatMap(([letter, kind]) =>
    ['', '/'].map((end) => {
      const words = `${OUR_ADDRESS}/scan/${letter}/${token}${end}`;
      return isToken(token) ? { words, meaning: { kind, token } } : web(words);
    }),
  ),
);

const pages: readonly Code[] = ['/', '/chat/7', '/settings?a=b', '/a#b'].flatMap((path) =>
  ['#', '/#'].map((before) => ({ words: `${OUR_ADDRESS}${before}${path}`, meaning: { kind: 'page', path } })),
);

const addresses = [
  OUR_ADDRESS,
  `${OUR_ADDRESS}/`,
  `${OUR_ADDRESS}/help`,
  `${OUR_ADDRESS}/scan/x/a`,
  `${OUR_ADDRESS}/scan/g/a/b`,
  `${OUR_ADDRESS}/scan/g/a?b`,
  `${OUR_ADDRESS}/x/scan/g/a`,
  `${OUR_ADDRESS}/#//evil.example`,
  `${OUR_ADDRESS}/#/\\evil.example`,
  `${OUR_ADDRESS}/#/a\u0001b`,
  `${OUR_ADDRESS}/#chat`,
  `${OUR_ADDRESS}/x#/chat`,
  `${OUR_ADDRESS}.evil.example/scan/g/a`,
  `${OUR_ADDRESS}1/scan/g/a`,
  'http://chat.example:8443/scan/g/a',
  'https://elsewhere.example/scan/u/a',
  'HTTPS://Elsewhere.example',
  'http://a?b',
  'http://a#b',
  'https://127.0.0.1:1/a@b',
];

const texts = [
  '',
  'tea at five',
  'https://',
  'https:///a',
  'https://?a',
  'https://#a',
  'https://me@evil.example/',
  'https://a b',
  'https://a/b c',
  'xhttps://a',
  'ftp://a',
  'https:a',
  'javascript:alert(1)',
  '/scan/g/a',
  'chat.example:8443/scan/g/a',
  '#/chat/7',
  `${OUR_ADDRESS}/#/a b`,
  `${OUR_ADDRESS}/scan/g/a b`,
  `x ${OUR_ADDRESS}/scan/g/a`,
  `\u3000${OUR_ADDRESS} x`,
];

export const CODES: readonly Code[] = [
  ...invitations,
  ...pages,
  ...addresses.map((words) => web(words)),
  ...texts.map((words) => makeMessage(words)),
];

/** Surrounding space does not change its meaning; its text is shown unchanged. */
export const spaced = ({ words, meaning }: Code, before: string, after: string): Code => {
  const all = `${before}${words}${after}`;
  return meaning['kind'] === 'text' ? makeMessage(all) : { words: all, meaning };
};
