import { type RefObject, useEffect, useRef, useState } from 'react';
import { commandIn } from '../../../../domain/commands.ts';
import { EMPTY_DRAFT } from '../../../../domain/message.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useNavigate } from '../../../kit/navigation.ts';
import { useToasts } from '../../../kit/toaster.tsx';
import { selectionPath } from '../../../paths/paths.ts';
import type { CommandOfBot } from '../../../../client/interface/bots.ts';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { asSet } from '../attach/as-set.ts';
import type { Attach } from '../attach/use-attach.tsx';
import { type ChatPartner, draftKeyOf } from '../who.ts';
import type { TimelineRow } from '../timeline.ts';
import type { CommandOption } from './commands.ts';
import type { ComposerHandle } from './composer.tsx';
import type { Editor } from './use-editor.ts';

export interface Commands {
  /** Null: nothing is offered. */
  readonly commands: {
    readonly options: readonly CommandOption[];
    readonly active: number;
    /** Enter chooses; otherwise it runs what is typed. */
    readonly isChoice: boolean;
    readonly setActive: (index: number) => void;
    readonly pick: (option: CommandOption) => void;
    readonly dismiss: () => void;
  } | null;
  /** Its `send` runs the typed command, or sends the text. */
  readonly editor: Editor;
}

/** The code of commands loads with the first "/" (COMMAND-2). */
const load = () => import('./commands.ts');
let library: Awaited<ReturnType<typeof load>> | null = null;

/** Commands at the beginning of a new message; an answer in a thread and an edit have none. */
export function useCommands(
  contact: ChatPartner,
  editor: Editor,
  attach: Attach,
  onSent: () => void,
): Commands {
  const { draft, leaveEdit } = editor;
  const { t } = useTranslation();
  const client = useClient();
  const typed = contact.thread || leaveEdit !== null ? null : commandIn(draft.text);
  const [code, setCode] = useState(library);
  const isWanted = typed !== null && code === null;
  useEffect(() => {
    if (isWanted)
      load().then(
        (loaded) => setCode((library = loaded)),
        () => undefined,
      );
  }, [isWanted]);
  const [active, setActive] = useState({ text: '', index: 0 });
  const [dismissed, setDismissed] = useState(false);
  if (typed === null && dismissed) setDismissed(false);
  const bots = useBots(contact, typed !== null);
  const send = useRun(contact, editor, attach, onSent, bots.load);
  if (typed === null) return { commands: null, editor };
  const running = { commands: null, editor: { ...editor, send } };
  if (code === null || dismissed || editor.caret === null) return running;
  const isWhole = typed.words !== null;
  const begun = code.commandsHere({ state: client.store.get(), contact, bots: bots.list, t }, typed.name);
  const options = isWhole ? begun.filter(({ name }) => name === typed.name) : begun;
  if (options.length === 0) return running;
  const index = active.text === draft.text ? Math.min(active.index, options.length - 1) : 0;
  const commands = {
    options,
    active: index,
    isChoice: !isWhole && options[index]?.name !== typed.name,
    setActive: (next: number) =>
      setActive({ text: draft.text, index: (next + options.length) % options.length }),
    pick: ({ name }: CommandOption) => {
      const box = editor.box.current;
      box?.focus();
      box?.setSelectionRange(0, draft.text.length);
      editor.paste(`/${name} `);
    },
    dismiss: () => setDismissed(true),
  };
  return { ...running, commands };
}

/** Commands of bots, loaded whenever a command begins (COMMAND-9). */
function useBots({ id, kind }: ChatPartner, isTyped: boolean) {
  const { actions, store } = useClient();
  const [list, setList] = useState<readonly CommandOfBot[]>([]);
  const loading = useRef<Promise<readonly CommandOfBot[]>>(Promise.resolve([]));
  useEffect(() => {
    if (!isTyped || (kind !== 'group' && kind !== 'person') || store.get().sync.plain) return;
    loading.current = actions.botCommands(id).then((answer) => (answer.ok ? answer.value : []));
    void loading.current.then(setList);
  }, [actions, store, id, kind, isTyped]);
  return { list, load: () => loading.current };
}

/** Presses a button of a bot's message (BOT-14). */
export function usePressing(composer: RefObject<ComposerHandle | null>) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  return async ({ message }: TimelineRow, button: string): Promise<void> => {
    if (message === null) return;
    const answer = await actions.pressButton(message.id, button);
    if (!answer.ok) toasts.show(failureText(t, answer.reason));
    else if (answer.value !== '')
      composer.current?.answered({ name: message.from.realname, markup: answer.value });
  };
}

function useRun(
  contact: ChatPartner,
  editor: Editor,
  attach: Attach,
  onSent: () => void,
  bots: () => Promise<readonly CommandOfBot[]>,
): () => void {
  const { t } = useTranslation();
  const client = useClient();
  const toasts = useToasts();
  const navigate = useNavigate();
  const asked = useRef('');
  const run = async (text: string, name: string, words: string): Promise<void> => {
    const { isBuiltIn, runCommand } = (library ??= await load());
    const typed = editor.readDraft();
    const on = {
      client,
      contact,
      t,
      draft: { ...typed, ...asSet() },
      send: async (draft: Editor['draft']) => {
        const answer = await client.actions.send(contact.id, draft, draftKeyOf(contact));
        if (!answer.ok) return failureText(t, answer.reason);
        onSent();
        return null;
      },
      bots: isBuiltIn(name) ? [] : await bots(),
      openPoll: attach.openPoll,
      openInvite: () => void navigate(selectionPath('invite', { contact_id: contact.id })),
    };
    const running = runCommand(on, name, words);
    if (running === null) {
      asked.current = text;
      return toasts.show(t('command.unknown', { name }));
    }
    // The next text may be typed while it runs; the draft of this one has ended.
    editor.change(EMPTY_DRAFT);
    const outcome = await running;
    if ('problem' in outcome) {
      const since = client.actions.draft(draftKeyOf(contact));
      editor.change({ ...typed, text: [typed.text, since.text].filter(Boolean).join('\n') });
      return toasts.show(outcome.problem);
    }
    if (outcome.done !== null) toasts.show(outcome.done);
    if (outcome.answer) editor.answered(outcome.answer);
  };
  return () => {
    const { text } = editor.draft;
    const typed = commandIn(text);
    // Sent as a text when it was pressed again (COMMAND-4).
    if (typed === null || typed.name === '' || asked.current === text) return editor.send();
    void run(text, typed.name, typed.words ?? '');
  };
}
