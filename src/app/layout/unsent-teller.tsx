import { useEffect, useEffectEvent } from 'react';
import { UNSENT_TAG } from '../../domain/notification.ts';
import { toPlain } from '../../domain/markup.ts';
import { unmarked } from '../../domain/rich-text.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useNavigate } from '../kit/navigation.ts';
import { useToasts } from '../kit/toaster.tsx';
import { useOwnSetting } from '../kit/app-setting.ts';
import { PATHS } from '../paths/paths.ts';
import { notify } from '../shared/notify.ts';
import { useUnsent } from '../shared/use-later-list.ts';

/** Ids of the failed messages already reported on this device, at most as many as can be scheduled. */
const REPORTED_KEY = 'unsent_told';
/** Long enough to be read by a user who looks up. */
const SHOWN_MS = 15_000;

/** Notifies the author of a scheduled message that it was not sent, on any page, once (LATER-14). */
export default function UnsentTeller() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const navigate = useNavigate();
  const { rows, text, chat } = useUnsent();
  const [lastReport, setLastReport] = useOwnSetting(REPORTED_KEY);
  const ids = rows.map(({ id }) => id).join(' ');
  const onFailed = useEffectEvent((now: string) => {
    const reported = new Set((lastReport ?? '').split(' '));
    const newest = rows.at(-1);
    if (newest === undefined || now.split(' ').every((id) => reported.has(id))) return;
    setLastReport(now);
    const open = () => void navigate(PATHS.later);
    toasts.show(text, { ms: SHOWN_MS, action: { label: t('later.show'), onSelect: open } });
    const facts = {
      kind: 'unsent',
      tag: UNSENT_TAG,
      contact: newest.to,
      sender: chat,
      group: null,
      words: toPlain(unmarked(newest.content, newest.extra)),
      why: newest.why ?? '',
      timeMs: newest.dueMs,
      id: null,
    } as const;
    notify(t, facts, open);
  });
  useEffect(() => onFailed(ids), [ids]);
  return null;
}
