import type { SeedOutcome } from '../run/run.ts';
import { isFault } from '../plan/step.ts';

const storyTime = (ms: number): string => {
  const sec = ms / 1_000;
  return `${String(Math.floor(sec / 60)).padStart(3)}:${(sec % 60).toFixed(3).padStart(6, '0')}`;
};

/** Descriptions of actions; any other is named as in the plan. */
export const WORDS: Readonly<Record<string, string>> = {
  write: 'writes a message',
  burst: 'writes several messages at once',
  mention: 'mentions somebody',
  mentionAll: 'mentions everyone',
  open: 'opens a chat',
  openAll: 'opens a chat on every device',
  close: 'closes the chat',
  recall: 'takes a message back',
  delete: 'deletes a message for everyone',
  forward: 'forwards a message',
  pin: 'pins or unpins a chat',
  quiet: 'turns notifications of a chat on or off',
  hide: 'takes a chat off the list',
  reload: 'reloads the page without a word',
  reloadNicely: 'reloads the page',
  newTab: 'opens another tab',
  closeTab: 'closes a tab',
  otherDevice: 'logs in on another device',
  logout: 'logs out',
  login: 'logs in',
  addMember: 'adds a member',
  together: 'does one thing and its opposite on all devices at once',
  removeMember: 'removes a member',
  leaveGroup: 'leaves a group',
  dissolve: 'dissolves a group',
  makeGroup: 'makes a group',
  unfriend: 'ends a friendship',
  lie: 'is there when a stranger asks for what is not theirs',
  speak: 'is there when a stranger says something on a socket',
  mingle: 'gets to know a stranger',
  plain: 'is there when something is done with a plain client',
};

/** A readable account of the events before the failure: actions, faults, and messages. */
export function story({ plan, lines, problems, seed }: SeedOutcome): string {
  const output: string[] = [`Seed ${seed}: ${plan.length} steps.`];
  for (const { what, atMs, text } of lines) {
    if (what === 'step') {
      const [, kind = '', who = ''] = text.split(' ');
      const fault = isFault(kind as never);
      output.push(
        `${storyTime(atMs)}  ${fault ? `FAULT  ${kind} (${Number(who) + 1})` : `user${Number(who) + 1} ${WORDS[kind] ?? kind}`}`,
      );
    } else if (what === 'fault') output.push(`${storyTime(atMs)}  ${text.toUpperCase()}`);
    else if (what === 'call' && !/getMessageList|getSystemInfo|getContacts/.test(text))
      output.push(`${storyTime(atMs)}    → ${text.slice(0, 140)}`);
  }
  for (const { checker, text, atMs } of problems)
    output.push(`${storyTime(atMs)}  BROKEN: ${checker}`, `              ${text.slice(0, 1_000)}`);
  return `${output.join('\n')}\n`;
}
