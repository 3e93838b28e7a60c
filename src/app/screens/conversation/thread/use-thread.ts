import { useEffect, useMemo, useState } from 'react';
import {
  answeredIn,
  answersIn,
  firstItem,
  firstOf,
  openThread,
} from '../../../../client/state/thread-selectors.ts';
import { type Answer, isTemporary } from '../../../../client/interface/answer.ts';
import type { Contact } from '../../../../client/state/state.ts';
import type { Message } from '../../../../domain/message.ts';
import { useAgain, useClient, useStore } from '../../../shared/client-context.ts';
import { runLater } from '../../../platform/time.ts';
import { dayOf } from '../../../kit/day.ts';
import { type MadeRows, type TimelineRow, timeline } from '../timeline.ts';
import { useUploads } from '../use-uploads.ts';

export interface ThreadView {
  /** The first message; null: it was deleted, or is not visible to the user. */
  readonly first: TimelineRow | null;
  readonly rows: readonly TimelineRow[];
  readonly stage: 'loading' | 'failed' | 'shown';
  /** Number of answers; null if unknown. */
  readonly count: number | null;
  /** The message that an answer quotes. */
  readonly answers: Message | null;
  readonly older: 'idle' | 'loading' | 'failed';
  readonly loadOlder: () => void;
  readonly retry: () => void;
}

/** A thread as rows: loaded when it is shown, and again whenever its cache is dropped. */
export function useThread({ id }: Contact, root: number): ThreadView {
  const { actions } = useClient();
  const self = useStore((state) => state.self?.id ?? null);
  const thread = useStore((state) => openThread(state, id, root));
  const items = useStore((state) => answersIn(state, id, root));
  const firstItems = useStore((state) => firstItem(state, id, root));
  const recalling = useStore((state) => state.pending.recall);
  const all = useUploads(id);
  const uploads = useMemo(() => all.filter((one) => one.root === root), [all, root]);
  const [made] = useState<MadeRows>(() => new WeakMap());
  const rows = useMemo(
    () => timeline({ items, uploads, recalling, self, unreadAfter: null, dayOf }, made),
    [items, uploads, recalling, self, made],
  );
  const [first = null] = useMemo(
    () => timeline({ items: firstItems, recalling, self, unreadAfter: null, dayOf }, made),
    [firstItems, recalling, self, made],
  );
  const loading = thread?.answers.loading ?? 'first';
  const isShown = thread !== undefined && (thread.answers.live || thread.answers.size > 0);
  const isMissing = thread === undefined || (!isShown && loading === 'no');
  const isFailed = loading === 'failed';
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const run = async () => setLost(isLostBy(await actions.openThread(id, root)));
    if (isMissing) void run();
  }, [actions, id, root, isMissing]);
  const older = async () => setLost(isLostBy(await actions.olderAnswers(id, root)));
  const anew = async () => setLost(isLostBy(await actions.openThread(id, root)));
  const retry = () => void (isShown ? older() : anew());
  useAgain(isLost, retry);
  useEffect(() => () => void actions.closeThread(id, root), [actions, id, root]);
  const message = thread === undefined ? null : firstOf(thread);
  return {
    first,
    rows,
    stage: isShown ? 'shown' : isFailed ? 'failed' : 'loading',
    count: message === null ? null : (message.replies?.count ?? 0),
    answers: thread === undefined ? null : answeredIn(thread),
    older: loading === 'older' ? 'loading' : isFailed ? 'failed' : 'idle',
    loadOlder: () => void (loading === 'no' && runLater(0, () => void older())),
    retry,
  };
}

const isLostBy = (answer: Awaited<Answer>): boolean => !answer.ok && isTemporary(answer.reason);
