import { renderToString } from 'react-dom/server';
import type { Client } from '../../client/interface/client.ts';
import { DEFAULT_CONFIG } from '../../domain/config.ts';
import { isRightToLeft } from '../../domain/direction.ts';
import { type Language, textsNow } from '../i18n/shown.ts';
import { LoginHost } from './login-host.tsx';
import { showLoginTexts } from './login-texts.ts';

/** Placeholders for the administrator's choices; the texts themselves are fixed. */
const NAME = '{{name}}';
const LOGO = '{{logo}}';
interface Choice {
  readonly logo?: boolean;
  readonly demo?: boolean;
  readonly open?: boolean;
  readonly openid?: boolean;
  readonly first?: boolean;
  readonly mail?: boolean;
  readonly passkeys?: boolean;
}

/**
 * The login page as markup with places for the public configuration, for the build
 * (`src/tools/login-plugin.mjs`).
 */
export async function prerender(
  language: Language,
): Promise<{ readonly title: string; readonly direction: 'rtl' | 'ltr'; readonly markup: string }> {
  await showLoginTexts(language);
  const plain = markupFor({});
  const parts = [
    part(plain, 'logo', markupFor({ logo: true })),
    part(plain, 'mail', markupFor({ mail: true })),
    // Parts at one place are listed from the end, in the order of insertion.
    part(plain, 'open', markupFor({ open: true })),
    part(plain, 'demo', markupFor({ demo: true })),
    part(plain, 'first', markupFor({ first: true })),
    part(plain, 'passkeys', markupFor({ passkeys: true })),
    // Their buttons need code that is loaded later: an empty place, which the page fills.
    part(
      plain,
      'openid',
      markupFor({ openid: true }).replace(/<!--\$!-->.*?<!--\/\$-->/s, '<!--$--><!--/$-->'),
    ),
  ];
  // Replaced from the end, so that earlier offsets stay valid.
  const markup = parts
    .toSorted((a, b) => b.from - a.from)
    .reduce((text, { from, to, name, other }) => {
      const own = text.slice(from, to);
      return `${text.slice(0, from)}{{#${name}}}${other}{{/${name}}}{{^${name}}}${own}{{/${name}}}${text.slice(to)}`;
    }, plain);
  const direction = isRightToLeft(language) ? 'rtl' : 'ltr';
  return { title: textsNow().t('title.login'), direction, markup };
}

/** The range in which an option changes the markup, and its replacement. */
function part(plain: string, name: string, selectedName: string) {
  let from = 0;
  while (from < plain.length && plain[from] === selectedName[from]) from++;
  let end = 0;
  while (
    end < plain.length - from &&
    end < selectedName.length - from &&
    plain.at(-1 - end) === selectedName.at(-1 - end)
  )
    end++;
  return { name, from, to: plain.length - end, other: selectedName.slice(from, selectedName.length - end) };
}

const never = () => () => undefined;

function markupFor({
  logo = false,
  demo = false,
  open = false,
  openid = false,
  first = false,
  ...ways
}: Choice): string {
  const sysInfo = {
    ...DEFAULT_CONFIG.sysInfo,
    ...ways,
    name: NAME,
    logo: logo ? LOGO : '',
    regtype: open ? 1 : 2,
    openIds: openid ? [{ id: '', name: '' }] : [],
    noAccounts: first,
  } as const;
  const state = { config: { ...DEFAULT_CONFIG, sysInfo, demonMode: demo } };
  // Rendering reads nothing else from a client.
  const visitor = {
    store: { get: () => state, subscribe: never },
    notices: { subscribe: never },
    alive: { subscribe: never },
    actions: {},
  } as unknown as Client;
  // The browser finds the picture as soon as the link that React would put in front.
  return renderToString(<LoginHost client={visitor} search="" onLeave={() => undefined} />).replace(
    /^<link rel="preload"[^>]*>/,
    '',
  );
}
