// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { useDraft } from '../../src/app/screens/conversation/compose/use-draft.ts';
import { contactId } from '../../src/domain/ids.ts';
import { type Draft, EMPTY_DRAFT } from '../../src/domain/message.ts';
import { closeScreens, happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';

afterEach(() => {
  closeScreens();
  vi.restoreAllMocks();
});

const text = (words: string): Draft => ({ ...EMPTY_DRAFT, text: words });

function Box() {
  const [draft] = useDraft(contactId(7));
  return <p>{draft.text}</p>;
}

async function open(words: string, lost: Draft | null = null) {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  const state = stateWith([]);
  let stored = text(words);
  const client = scriptedClient(state, {
    draft: () => stored,
    getLostDraft: () => lost,
    saveDraft: (_, next) => void (stored = next),
  });
  const screen = await showPart(client, <Box />);
  const expectReceived = (draft: Draft) =>
    happens(() => {
      stored = draft;
      client.set({ ...state, kept: { ...state.kept, drafts: state.kept.drafts + 1 } });
    });
  return { screen, hears: expectReceived, stored: () => stored.text };
}

it('DRAFT-5: words that an older draft of another device replaces are offered, and come back', async () => {
  const { screen, hears, stored } = await open('a long newer essay');
  await hears(text('short old'));
  expect(screen.text()).toContain('short old');
  await screen.press(screen.find('button', 'Restore'));
  expect([screen.text().includes('a long newer essay'), stored()]).toEqual([true, 'a long newer essay']);
});

it.each(['', 'a long newer essay, and more'])(
  'DRAFT-5: nothing is offered where no word is lost: "%s"',
  async (now) => {
    const { screen, hears } = await open('a long newer essay');
    await hears(text(now));
    expect(screen.all('button')).toEqual([]);
  },
);

it('DRAFT-5: text that was replaced while the chat was closed is offered when it opens', async () => {
  const { screen, stored } = await open('short new', text('a long older essay'));
  expect(screen.text()).toContain('short new');
  await screen.press(screen.find('button', 'Restore'));
  expect([screen.text().includes('a long older essay'), stored()]).toEqual([true, 'a long older essay']);
});
