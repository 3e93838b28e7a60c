import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { ContactId, MsgId } from '../../../../domain/ids.ts';
import { searchLimits, textLimits } from '../../../../domain/limits.ts';
import type { Message } from '../../../../domain/message.ts';
import { ok } from '../../../../domain/result.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../kit/button.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { SearchField } from '../../../kit/search-field.tsx';
import { useLoad } from '../../../shared/use-load.ts';
import { usePaused } from '../../../kit/use-paused.ts';
import styles from './find-bar.module.css';
import { useMarks } from './use-marks.ts';

interface Props {
  readonly id: ContactId;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly onGo: (message: MsgId) => void;
  readonly onClose: () => void;
}

const NOTHING: { readonly messages: readonly Message[]; readonly total: number } = { messages: [], total: 0 };

/**
 * Searches the open chat where it stands (UI-109): the newest hit first, from there to older and newer ones.
 */
export default function FindBar({ id, scroller, onGo, onClose }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [words, lookNow] = usePaused(typed);
  const hits = useHits(id, words, onGo);
  useMarks(scroller, words);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      return onClose();
    }
    const by =
      { ArrowUp: 1, ArrowDown: -1 }[event.key] ??
      (event.key === 'Enter' && words === typed.trim() ? (event.shiftKey ? -1 : 1) : 0);
    if (by === 0) return;
    event.preventDefault();
    hits.step(by);
  };
  return (
    <div className={styles.bar} role="group" aria-label={t('history.search')}>
      <div className={styles.field} onKeyDown={onKey}>
        <SearchField
          autoFocus
          label={t('history.search')}
          value={typed}
          maxLength={textLimits.keywordsMax}
          onValue={setTyped}
          onSubmit={lookNow}
        />
      </div>
      <span className={styles.count} role="status">
        {hits.words}
      </span>
      <IconButton label={t('find.older')} disabled={!hits.mayStep(1)} onClick={() => hits.step(1)}>
        <ChevronUp size={22} strokeWidth={1.75} />
      </IconButton>
      <IconButton label={t('find.newer')} disabled={!hits.mayStep(-1)} onClick={() => hits.step(-1)}>
        <ChevronDown size={22} strokeWidth={1.75} />
      </IconButton>
      <IconButton label={t('history.closeSearch')} onClick={onClose}>
        <X size={22} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}

/** What was found, a page at a time, and which one is looked at. */
function useHits(id: ContactId, words: string, onGo: (message: MsgId) => void) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [looked, setLooked] = useState({ words, at: 0 });
  const at = looked.words === words ? looked.at : 0;
  const page = Math.floor(at / searchLimits.hitsPage) + 1;
  const found = useLoad(`${page} ${words}`, () =>
    words === ''
      ? Promise.resolve(ok(NOTHING))
      : actions.browse({
          conversation: id,
          type: 'all',
          keywords: words,
          page,
          limit: searchLimits.hitsPage,
        }),
  );
  const [total, setTotal] = useState(0);
  if (found.state === 'ready' && found.value.total !== total) setTotal(found.value.total);
  const hit = found.value?.messages[at % searchLimits.hitsPage]?.msgId ?? null;
  const go = useEffectEvent((message: MsgId) => onGo(message));
  useEffect(() => {
    if (hit !== null) go(hit);
  }, [hit]);
  const mayStep = (by: number): boolean => words !== '' && at + by >= 0 && at + by < total;
  const count = total === 0 ? t('find.none') : t('viewer.count', { i: at + 1, n: total });
  return {
    mayStep,
    step: (by: number) => mayStep(by) && setLooked({ words, at: at + by }),
    words: words === '' || (total === 0 && found.state === 'loading') ? '' : count,
  };
}
