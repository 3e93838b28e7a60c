// @vitest-environment happy-dom
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PromptDialog } from '../../src/app/kit/dialogs.tsx';
import { hueOf, initialsOf } from '../../src/app/kit/initials.ts';
import { SegmentedTabs } from '../../src/app/kit/segmented-tabs.tsx';
import { TopBar } from '../../src/app/kit/top-bar.tsx';
import { useAsk } from '../../src/app/kit/use-ask.tsx';
import { useStore } from '../../src/app/kit/client-context.ts';
import { closeScreens, happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';

const client = () => scriptedClient(stateWith([]));

function Tabs() {
  const [value, setValue] = useState<'a' | 'b' | 'c'>('a');
  return <SegmentedTabs label="kinds" value={value} onChange={setValue} items={[{ key: 'a', label: 'A' }, { key: 'b', label: 'B', count: 120 }, { key: 'c', label: 'C' }]} />;
}

describe('kit', () => {
  afterEach(closeScreens);

  it('UI-7: arrows move through segmented tabs, and only the chosen one is in the order of tabs', async () => {
    const screen = await showPart(client(), <Tabs />);
    expect(screen.find('tab', 'B').textContent).toBe('B99+');
    await screen.key(screen.find('tab', 'A'), 'ArrowLeft');
    expect(screen.find('tab', 'C').getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(screen.find('tab', 'C'));
    expect(screen.all('tab').map((tab) => tab.tabIndex)).toEqual([-1, -1, 0]);
  });

  it('UI-1: back from a chat is home, from elsewhere without a step behind too', async () => {
    location.hash = '#/pages/message/chat?id=7';
    const screen = await showPart(client(), <TopBar title="Maya" backCount={100} />);
    expect(screen.find('header').textContent).toContain('99+');
    await screen.press(screen.find('button', 'Back'));
    expect(location.hash).toBe('#/pages/index/index');
  });

  it('UI-7: a prompt keeps its dialog and its words while the answer is a problem', async () => {
    const asked: string[] = [];
    const screen = await showPart(
      client(),
      <PromptDialog
        open
        title="Remark"
        label="Remark"
        initial="old"
        confirm="Save"
        onClose={() => asked.push('closed')}
        onSubmit={(value) => {
          asked.push(value);
          return Promise.resolve(value === '' ? 'A remark is required' : null);
        }}
      />,
    );
    await vi.waitFor(() => screen.find('button', 'Save'));
    const input = document.querySelector('input');
    expect(input?.value).toBe('old');
    await screen.type(input as HTMLInputElement, '');
    await screen.press(screen.find('button', 'Save'));
    await vi.waitFor(() => expect(screen.find('alert').textContent).toBe('A remark is required'));
    await screen.type(input as HTMLInputElement, 'new');
    await screen.press(screen.find('button', 'Save'));
    await vi.waitFor(() => expect(asked).toEqual(['', 'new', 'closed']));
  });

  it('UI-9: a question is answered once, by its button or by leaving it', async () => {
    const answers: boolean[] = [];
    function Asker() {
      const ask = useAsk();
      return (
        <button type="button" onClick={() => void ask({ title: 'Really?', confirm: 'Log out', danger: true }).then((yes) => answers.push(yes))}>
          go
        </button>
      );
    }
    const screen = await showPart(client(), <Asker />);
    await screen.press(screen.find('button', 'go'));
    await vi.waitFor(() => screen.find('button', 'Cancel'));
    await screen.press(screen.find('button', 'Cancel'));
    expect(answers).toEqual([false]);
    await screen.press(screen.find('button', 'go'));
    await vi.waitFor(() => screen.find('button', 'Log out'));
    await screen.press(screen.find('button', 'Log out'));
    expect(answers).toEqual([false, true]);
  });

  it('STORE-7: a part of the state that stays the same draws nothing', async () => {
    const one = client();
    let draws = 0;
    function Part() {
      useStore((state) => state.multiport);
      draws++;
      return null;
    }
    await showPart(one, <Part />);
    const before = draws;
    await happens(() => one.set({ ...one.store.get(), minute: 5 }));
    expect(draws).toBe(before);
    await happens(() => one.set({ ...one.store.get(), multiport: true }));
    expect(draws).toBe(before + 1);
  });

  it('UI-7: initials fit both scripts, and a colour belongs to its id', () => {
    expect(['陈雨桐', '林安', 'Maya Okafor', 'léa', ' ', 'a.b'].map(initialsOf)).toEqual(['雨桐', '林安', 'MO', 'L', '?', 'AB']);
    expect(hueOf(7)).toBe(hueOf('7'));
    expect(new Set(Array.from({ length: 64 }, (_, i) => hueOf(i))).size).toBe(8);
  });
});
