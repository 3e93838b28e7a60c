import { afterEach } from 'vitest';
import { messagesOf } from '../../../src/client/state/chat-selectors.ts';
import type { State } from '../../../src/client/state/state.ts';
import { contactId, type ContactId } from '../../../src/domain/ids.ts';
import type { Message } from '../../../src/domain/message.ts';
import { plainStage, type PlainStage } from './client.ts';

/** Opens stages of one file, with or without a login, and ends them after each test. */
export function plainStages(): {
  readonly staged: () => PlainStage;
  readonly entered: () => Promise<PlainStage>;
} {
  const open: PlainStage[] = [];
  afterEach(async () => {
    for (const stage of open.splice(0)) await stage.client.stop();
  });
  const staged = () => {
    const stage = plainStage();
    open.push(stage);
    return stage;
  };
  const entered = async () => {
    const stage = staged();
    await stage.login();
    return stage;
  };
  return { staged, entered };
}

export const stateOf = (stage: PlainStage): State => stage.client.store.get();
export const bertOf = (stage: PlainStage): ContactId => contactId(stage.bert.id);

/** Messages of a chat; unsent ones in brackets. */
export const shown = (stage: PlainStage, id = bertOf(stage)): readonly string[] =>
  messagesOf(stateOf(stage), id).map((one) =>
    one.kind === 'message' ? one.message.content : `(${one.item.message.content})`,
  );

/** The first message of Bert's chat. */
export function messageIn(stage: PlainStage): Message {
  const [first] = messagesOf(stateOf(stage), bertOf(stage));
  if (first?.kind !== 'message') throw new Error('nothing is shown');
  return first.message;
}
