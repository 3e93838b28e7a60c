import type { SecurityChange } from '../../../domain/kept.ts';
import { inLanguages, joined, phrase } from '../../kernel/phrase.ts';
import type { Core } from '../../kernel/core.ts';
import { mailLanguages } from '../../kernel/texts.ts';
import type { AccountState } from './address-undo.ts';
import { passwordLink } from './invite.ts';

interface Change {
  readonly what: SecurityChange;
  readonly device: string;
  readonly undo: { readonly code: string; readonly days: number } | null;
}

/**
 * Mails a change to the old address. An intruder may have made it, so the language is that of the user's
 * devices from before it, and English (ACC-30). The link has the operator's address only: the one of the
 * request may be the intruder's.
 */
export async function mailChange(
  core: Core,
  old: AccountState,
  { what, device, undo }: Change,
): Promise<void> {
  const { mail, settings } = core;
  const { user, language } = old;
  if (!mail || !user.isAuth || !user.account.includes('@')) return;
  const link = undo && settings.publicUrl ? passwordLink(settings.publicUrl, user.account, undo.code) : null;
  const advice =
    link === null
      ? [phrase(what === 'account' ? 'mail.change.ask' : 'mail.change.check')]
      : [phrase('mail.change.undo', { count: undo?.days ?? 0 }), link];
  const from = device === '' ? [] : [phrase('mail.change.device', { device })];
  const lines = joined([phrase(`mail.change.${what}`), ...from, ...advice], '\n');
  const subject = phrase('mail.change.subject', { name: core.config().sysInfo.name });
  const languages = mailLanguages(language);
  try {
    await mail.send({
      to: user.account,
      subject: inLanguages(subject, languages, ' · '),
      text: inLanguages(lines, languages, '\n\n'),
    });
    core.meter?.mail('sent');
  } catch (error) {
    core.log.write('error', 'mail not sent', { error: String(error) });
    core.meter?.mail('failed');
  }
}
