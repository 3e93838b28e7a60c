// @vitest-environment happy-dom
import '../support/node-names.ts';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { MessageGuard } from '../../src/app/screens/conversation/message/message-guard.tsx';
import type { TimelineRow } from '../../src/app/screens/conversation/timeline.ts';

const rowOf = (content: string): TimelineRow => ({ key: 'm', message: { content } }) as TimelineRow;

function Words({ row }: { readonly row: TimelineRow }) {
  if (row.message?.content === 'bad') throw new Error('this message cannot be drawn');
  return <span>{row.message?.content}</span>;
}

it('UI-128: an error in one message leaves the others, and new words draw it again', async () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const box = document.createElement('div');
  const root = createRoot(box);
  const draw = (...rows: readonly TimelineRow[]) =>
    act(async () =>
      root.render(
        rows.map((row, at) => (
          <MessageGuard key={at} row={row}>
            <Words row={row} />
          </MessageGuard>
        )),
      ),
    );
  await draw(rowOf('one'), rowOf('bad'), rowOf('three'));
  expect([...box.querySelectorAll('span')].map(({ textContent }) => textContent)).toEqual([
    'one',
    'chat.notShown',
    'three',
  ]);
  expect(box.querySelector('[data-message="m"]')).not.toBeNull();
  await draw(rowOf('one'), rowOf('two'), rowOf('three'));
  expect(box.textContent).toBe('onetwothree');
  await act(async () => root.unmount());
  silent.mockRestore();
});
