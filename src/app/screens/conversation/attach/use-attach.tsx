import { type ReactNode, Suspense, useRef, useState } from 'react';
import { lazyAside } from '../../../kit/lazy-aside.ts';
import type { LocalFile } from '../../../../client/interface/files.ts';
import { mediaLimits } from '../../../../domain/limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { useSteady } from '../../../kit/use-steady.ts';
import { useToasts } from '../../../kit/toaster.tsx';
import { measure } from '../../../platform/local-media.ts';
import { pickFiles } from '../../../platform/pick-files.ts';
import { shrunk } from '../../../platform/shrink-picture.ts';
import {
  isLargeFile,
  kindOf,
  mostOf,
  moveItem,
  withFileName,
  type Prepared,
  type FileProblem,
  fileProblemOf,
  type WantedFiles,
} from './prepare.ts';
import { useMediaRight } from '../use-media-right.ts';
import type { Transferred } from './transferred.ts';
import { sendFiles } from './send-files.ts';
import { type ChatPartner, draftKeyOf, quotedBy } from '../who.ts';

const PreviewSheet = lazyAside(() => import('./preview-sheet.tsx'));
const CardSheet = lazyAside(() => import('./card-sheet.tsx'));
const PlaceSheet = lazyAside(() => import('./place-sheet.tsx'));
const PollSheet = lazyAside(() => import('../polls/poll-sheet.tsx'));

export interface Attach {
  readonly pick: (kind: Exclude<WantedFiles, 'any'>) => void;
  /** Dropped or pasted. */
  readonly offer: (transfer: Transferred) => void;
  readonly openCard: () => void;
  readonly openPlace: () => void;
  readonly openPoll: () => void;
}

const ACCEPT = { photos: 'image/*', video: 'video/*', files: '' } as const;

/** Files, cards, places and polls on their way into the chat: chosen, looked at, sent. */
export function useAttach(
  contact: ChatPartner,
  onSent: () => void,
): { readonly attach: Attach; readonly layer: ReactNode } {
  const client = useClient();
  const [items, setItems] = useState<readonly Prepared[]>([]);
  const [sheet, setSheet] = useState<'files' | 'card' | 'place' | 'poll' | null>(null);
  /** Counts cancelled preparations, because reducing pictures takes a moment. */
  const preparing = useRef(0);
  const look = useLook();
  const may = useMediaRight(contact);
  const { t } = useTranslation();
  const toasts = useToasts();

  const offer = async (files: readonly File[], kind: WantedFiles) => {
    if (!may) return toasts.show(t('chat.noMedia'));
    const fit = await look(files, kind);
    if (fit.length === 0) return;
    setItems((items) =>
      [...(sheet === 'files' ? items : []), ...fit.toSorted(picturesFirst)].slice(0, mostOf('any')),
    );
    setSheet('files');
  };
  const offerFiles = ({ files, hasFolder }: Transferred) => {
    if (hasFolder) toasts.show(t('attach.folder'));
    if (files.length > 0) void offer(files, 'any');
  };
  const close = () => {
    preparing.current += 1;
    setSheet(null);
  };
  const send = async (caption: string, smaller: boolean) => {
    const mine = ++preparing.current;
    const ready: (readonly [LocalFile, Prepared['kind']])[] = [];
    // In sequence, because drawing a phone's picture needs much memory.
    for (const item of items)
      ready.push([smaller && isLargeFile(item) ? await shrunk(item.file) : item.file, item.kind]);
    // The sheet was closed in the meantime, so nothing is sent.
    if (preparing.current !== mine) return;
    const quote = quotedBy(contact, client.actions.draft(draftKeyOf(contact)));
    close();
    onSent();
    await sendFiles(client, contact.id, { files: ready, words: caption, quote });
  };
  const remove = (key: number) => {
    const left = items.filter((one) => one.key !== key);
    setItems(left);
    if (left.length === 0) close();
  };
  const attach = useSteady<Attach>({
    pick: (kind) => void pickFiles(ACCEPT[kind], kind !== 'video').then((files) => offer(files, kind)),
    offer: offerFiles,
    openCard: () => setSheet('card'),
    openPlace: () => setSheet('place'),
    openPoll: () => setSheet('poll'),
  });
  return {
    attach,
    layer: (
      <Suspense fallback={null}>
        {sheet === 'files' && (
          <PreviewSheet
            items={items}
            name={contact.displayName}
            onMove={(key, to) => setItems(moveItem(items, key, to))}
            onRemove={remove}
            onAdd={offerFiles}
            onSend={send}
            onClose={close}
          />
        )}
        {sheet === 'card' && <CardSheet contact={contact.id} onClose={close} onSent={onSent} />}
        {sheet === 'poll' && <PollSheet contact={contact.id} onClose={close} onSent={onSent} />}
        {sheet === 'place' && <PlaceSheet contact={contact.id} onClose={close} onSent={onSent} />}
      </Suspense>
    ),
  };
}

const picturesFirst = (a: Prepared, b: Prepared): number =>
  Number(a.kind === 'file') - Number(b.kind === 'file') || a.key - b.key;

/** Checks files before sending (UP-5); reports the rejected ones, and the rest continue. */
function useLook(): (files: readonly File[], kind: WantedFiles) => Promise<readonly Prepared[]> {
  const { t } = useTranslation();
  const toasts = useToasts();
  const rules = useStore((state) => state.config.fileUpload);
  const next = useRef(1);
  const words = (problem: FileProblem, kind: WantedFiles): string => {
    switch (problem) {
      case 'empty':
        return t('attach.empty');
      case 'size':
        return t('attach.size', { size: rules.sizeMb });
      case 'type':
        return t('attach.type');
      case 'tooLong':
        return t('attach.video60', { n: mediaLimits.videoMaxSec });
      case 'many':
        return t('attach.many', { n: mostOf(kind) });
    }
  };
  return async (files, kind) => {
    const problems = new Set<FileProblem>(files.length > mostOf(kind) ? ['many'] : []);
    const fit: Prepared[] = [];
    for (const source of files.slice(0, mostOf(kind))) {
      const key = next.current++;
      const file = withFileName(source, key);
      const facts = await measure(file.body);
      const problem = fileProblemOf(file, facts, rules, kind);
      if (problem === null) fit.push({ key, file, facts, kind: kindOf(file, facts, kind) });
      else problems.add(problem);
    }
    for (const problem of problems) toasts.show(words(problem, kind));
    return fit;
  };
}
