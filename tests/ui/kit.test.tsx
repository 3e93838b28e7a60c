// @vitest-environment happy-dom
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { PromptDialog } from '../../src/app/kit/prompt-dialog.tsx';
import { EmptyBlock } from '../../src/app/kit/empty-block.tsx';
import { hueOf, initialsOf } from '../../src/domain/initials.ts';
import { SegmentedTabs } from '../../src/app/kit/segmented-tabs.tsx';
import { Tag } from '../../src/app/kit/tag.tsx';
import { Avatar } from '../../src/app/kit/avatar.tsx';
import { TopBar } from '../../src/app/shared/top-bar.tsx';
import { FormSheet } from '../../src/app/kit/form-sheet.tsx';
import { useRound } from '../../src/app/kit/use-round.ts';
import { useAsk } from '../../src/app/kit/ask-context.ts';
import { useStore } from '../../src/app/shared/client-context.ts';
import { closeScreens, happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const client = () => scriptedClient(stateWith([]));

it('FILE-10: the picture of a group has no plate behind its gaps, a photo has one', async () => {
  const srcs = ['/avatar/group-1/ab', '/pictures/0a'];
  await showPart(
    client(),
    srcs.map((src) => <Avatar key={src} id={1} name="Mara" src={src} />),
  );
  const plates = [...document.querySelectorAll('img')].map((one) => one.parentElement?.className ?? '');
  expect(plates.map((name) => /picture/.test(name))).toEqual([false, true]);
});

const theField = () => document.querySelector('input') ?? expect.fail('no field');

function Tabs() {
  const [value, setValue] = useState<'a' | 'b' | 'c'>('a');
  return (
    <SegmentedTabs
      label="kinds"
      value={value}
      onChange={setValue}
      items={[
        { key: 'a', label: 'A' },
        { key: 'b', label: 'B', count: 120 },
        { key: 'c', label: 'C' },
      ]}
    />
  );
}

describe('kit', () => {
  it('UI-7: arrows move through segmented tabs; Tab reaches only the chosen one', async () => {
    const screen = await showPart(client(), <Tabs />);
    expect(screen.find('tab', 'B').textContent).toBe('B99+');
    await screen.key(screen.find('tab', 'A'), 'ArrowLeft');
    expect(screen.find('tab', 'C').getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(screen.find('tab', 'C'));
    expect(screen.all('tab').map((tab) => tab.tabIndex)).toEqual([-1, -1, 0]);
  });

  it('UI-17: back from a chat is home, from elsewhere without a step behind too', async () => {
    location.hash = '#/pages/message/chat?id=7';
    const screen = await showPart(client(), <TopBar title="Maya" backCount={100} />);
    expect(screen.find('header').textContent).toContain('99+');
    await screen.press(screen.find('button', 'Back'));
    expect(location.hash).toBe('#/pages/index/index');
  });

  it('UI-17: from any other page the back button goes one step back', async () => {
    location.hash = '#/pages/mine/about';
    const screen = await showPart(
      client(),
      <>
        <Link to="/pages/mine/doc">help</Link>
        <TopBar title="About" />
      </>,
    );
    await screen.press(screen.find('a', 'help'));
    expect(location.hash).toBe('#/pages/mine/doc');
    await screen.press(screen.find('button', 'Back'));
    await until(() => expect(location.hash).toBe('#/pages/mine/about'));
  });

  it('UI-18: an empty block is a drawing with a sentence, its own or the usual one', async () => {
    const screen = await showPart(
      client(),
      <>
        <EmptyBlock />
        <EmptyBlock text="Nobody here" />
      </>,
    );
    expect(screen.all('p').map((one) => one.textContent)).toEqual(['No Data', 'Nobody here']);
    expect(screen.all('svg').map((drawing) => drawing.getAttribute('aria-hidden'))).toEqual(['true', 'true']);
    // The drawings load on their own.
    await until(() => expect(screen.all('svg').every((drawing) => drawing.childElementCount > 0)).toBe(true));
  });

  it('UI-18: a label has three sizes and five types, and each looks different in its class', async () => {
    const sizes = ['mini', 'small', 'medium'] as const;
    const types = ['primary', 'info', 'success', 'warning', 'danger'] as const;
    const screen = await showPart(
      client(),
      sizes.flatMap((size) =>
        types.map((type) => <Tag key={size + type} size={size} type={type}>{`${size} ${type}`}</Tag>),
      ),
    );
    expect(
      new Set(
        screen
          .all('span')
          .filter((one) => /^(?:mini|small|medium) /.test(one.textContent))
          .map((one) => one.className),
      ).size,
    ).toBe(15);
  });

  it('UI-7: a prompt keeps its dialog and its words while the answer is a problem', async () => {
    const requests: string[] = [];
    const screen = await showPart(
      client(),
      <PromptDialog
        open
        title="Remark"
        label="Remark"
        initial="old"
        confirm="Save"
        onClose={() => requests.push('closed')}
        onSubmit={(value) => {
          requests.push(value);
          return Promise.resolve(value === '' ? 'Enter a private nickname' : null);
        }}
      />,
    );
    await until(() => screen.find('button', 'Save'));
    const input = document.querySelector('input');
    expect(input?.value).toBe('old');
    await screen.type(input as HTMLInputElement, '');
    await screen.press(screen.find('button', 'Save'));
    await until(() => expect(screen.find('alert').textContent).toBe('Enter a private nickname'));
    await screen.type(input as HTMLInputElement, 'new');
    await screen.press(screen.find('button', 'Save'));
    await until(() => expect(requests).toEqual(['', 'new', 'closed']));
  });

  it('UI-86: an answer that comes late does not close the form that was opened again since', async () => {
    for (const kind of ['field', 'sheet'] as const) {
      let answer: (() => void) | undefined;
      const answered = new Promise<void>((resolve) => (answer = resolve));
      function Asker() {
        const [open, setOpen] = useState(false);
        const round = useRound(open);
        const form = {
          open,
          title: 'Remark',
          confirm: 'Save',
          onClose: () => setOpen(false),
          onSubmit: () => answered.then(() => null),
        };
        return (
          <>
            <button type="button" onClick={() => setOpen(true)}>
              Ask
            </button>
            {kind === 'field' ? (
              <PromptDialog {...form} label="Words" initial="old" />
            ) : (
              <FormSheet key={round} {...form}>
                <input defaultValue="old" aria-label="Words" />
              </FormSheet>
            )}
          </>
        );
      }
      const screen = await showPart(client(), <Asker />);
      await screen.press(screen.find('button', 'Ask'));
      await screen.press(await until(() => screen.find('button', 'Save')));
      await screen.press(screen.find('button', 'Cancel'));
      await screen.press(screen.find('button', 'Ask'));
      await screen.type(await until(theField), 'new');
      await happens(() => answer?.());
      expect([kind, theField().value]).toEqual([kind, 'new']);
      closeScreens();
    }
  });

  it('UI-9: a question is answered once, by its button or by leaving it', async () => {
    const answers: boolean[] = [];
    function Asker() {
      const ask = useAsk();
      return (
        <button
          type="button"
          onClick={() =>
            void ask({ title: 'Really?', confirm: 'Log out', danger: true }).then((yes) => answers.push(yes))
          }
        >
          go
        </button>
      );
    }
    const screen = await showPart(client(), <Asker />);
    await screen.press(screen.find('button', 'go'));
    await until(() => screen.find('button', 'Cancel'));
    await screen.press(screen.find('button', 'Cancel'));
    expect(answers).toEqual([false]);
    await screen.press(screen.find('button', 'go'));
    await until(() => screen.find('button', 'Log out'));
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
    const names = ['陈雨桐', '林安', '自分用メモ', '森ゆり', 'Maya Okafor', 'léa', ' ', 'a.b'];
    expect(names.map(initialsOf)).toEqual(['雨桐', '林安', '自分', '森', 'MO', 'L', '?', 'AB']);
    expect(hueOf(7)).toBe(hueOf('7'));
    expect(new Set(Array.from({ length: 64 }, (_, i) => hueOf(i))).size).toBe(8);
  });
});
