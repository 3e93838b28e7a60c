import type { UserRow } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import { say } from '../../kernel/texts.ts';
import { passwordLink } from './password-link.ts';

/**
 * Mails the change to the old address, in both languages, because an intruder may have made it. The link has
 * the operator's address only: the one of the request may be the intruder's.
 */
export async function mailMoved(core: Core, old: UserRow, code: string | null): Promise<void> {
  const { mail, settings } = core;
  if (!mail || !old.isAuth || !old.account.includes('@')) return;
  const link = code && settings.publicUrl ? passwordLink(settings.publicUrl, old.account, code) : null;
  const textIn = (language: 'zh' | 'en'): string =>
    link === null ? say('movedAskText', language) : say('movedText', language, { link });
  const { name } = core.config().sysInfo;
  const subject = `${say('movedSubject', 'zh', { name })} · ${say('movedSubject', 'en', { name })}`;
  try {
    await mail.send({ to: old.account, subject, text: `${textIn('zh')}\n\n${textIn('en')}` });
    core.meter?.mail('sent');
  } catch (error) {
    core.log.write('error', 'mail not sent', { error: String(error) });
    core.meter?.mail('failed');
  }
}
