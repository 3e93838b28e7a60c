import { isRightToLeft } from '../../../domain/direction.ts';
import { type UserId, userId } from '../../../domain/ids.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { asHtml } from '../../kernel/html.ts';
import { phrase, phraseIn } from '../../kernel/phrase.ts';
import { languageOf, spokenFor } from '../../kernel/texts.ts';

type Signing = Pick<Core, 'passwords' | 'secret'>;

const PROOF_LENGTH = 32;

/** Turns off the mails of one user, and proves nothing else. Links of earlier mails stay valid. */
const proofOf = ({ passwords, secret }: Signing, user: UserId): string =>
  passwords.mac(secret, `mail digest off ${user}`).slice(0, PROOF_LENGTH);

export const offLink = (signing: Signing, publicUrl: string, user: UserId): string =>
  `${publicUrl}/mail-digest/${user}.${proofOf(signing, user)}`;

function userOfLink(signing: Signing, token: string): UserId | null {
  const [id = '', proof] = token.split('.');
  const user = /^\d{1,15}$/.test(id) ? userId(Number(id)) : null;
  return user !== null && proof === proofOf(signing, user) ? user : null;
}

/**
 * The page of the link in a mail. It changes something by POST only, as a program that examines links opens
 * them by GET. Mail programs send the same POST, without a session (RFC 8058).
 */
export async function turnOffPage(
  core: Core,
  token: string,
  { method, accepts }: { readonly method: string; readonly accepts: string | null },
): Promise<{ readonly status: 200 | 404; readonly html: string }> {
  const user = userOfLink(core, token);
  const row = user === null ? null : await core.store.read((tx) => tx.mailDigests.get(user));
  const language = row?.language ?? languageOf(accepts);
  if (user === null) return { status: 404, html: pageOf(core, language, 'wrong') };
  if (row === null) return { status: 200, html: pageOf(core, language, 'done') };
  if (method !== 'POST') return { status: 200, html: pageOf(core, language, 'ask') };
  await command(core, (tx) => tx.mailDigests.remove(user));
  return { status: 200, html: pageOf(core, language, 'done') };
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1.5rem}' +
  'button{font:inherit;padding:.75rem 1.5rem;min-height:44px}';

function pageOf(core: Core, language: string, state: 'ask' | 'done' | 'wrong'): string {
  const text = (key: 'off.ask' | 'off.button' | 'off.done' | 'off.wrong') =>
    asHtml(phraseIn(phrase(`mail.digest.${key}`), language));
  const button = state === 'ask' ? `<form method="post"><button>${text('off.button')}</button></form>` : '';
  const name = asHtml(core.config().sysInfo.name);
  return `<!doctype html>
<html lang="${spokenFor(language)}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark"><title>${name}</title><style>${STYLE}</style>
<main><h1>${name}</h1><p>${text(`off.${state}`)}</p>${button}</main>
</html>
`;
}
