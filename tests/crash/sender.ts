import { randomUUID } from 'node:crypto';
import type { HttpUser } from '../support/http-user.ts';

/** One message on its way: the same id and content at every attempt. */
export interface Sending {
  readonly id: string;
  readonly content: string;
  /** How many answers said yes; a repeat of an acknowledged one is a yes too. */
  acknowledged: number;
  attempts: number;
  place: { readonly stream: string; readonly seq: number } | null;
}

/** Writes into one conversation, one message after the other, and repeats each until it is accepted. */
export class Sender {
  readonly sendings: Sending[];

  constructor(
    readonly user: HttpUser,
    readonly conversation: string,
    name: string,
    count: number,
  ) {
    this.sendings = Array.from({ length: count }, (_, i) => ({
      id: randomUUID(),
      content: `${name} ${i + 1}`,
      acknowledged: 0,
      attempts: 0,
      place: null,
    }));
  }

  get done(): boolean {
    return this.sendings.every((sending) => sending.acknowledged > 0);
  }

  /** Writes on where it stopped; ends when all is acknowledged or the server does not answer. */
  async writeOn(acknowledged: () => void): Promise<void> {
    for (const sending of this.sendings) {
      if (sending.acknowledged > 0) continue;
      if (!(await this.attempt(sending))) return;
      acknowledged();
    }
  }

  /** False: the outcome is unknown. A refusal is a fault of the test. */
  async attempt(sending: Sending): Promise<boolean> {
    sending.attempts += 1;
    const body = {
      id: sending.id,
      toContactId: this.conversation,
      is_group: this.conversation.startsWith('group-') ? 1 : 0,
      type: 'text',
      content: sending.content,
      sendTime: 0,
    };
    const answer = await this.user
      .call<{ stream: string; seq: number }>('/enterprise/im/sendMessage', body)
      .catch(() => null);
    if (answer === null) return false;
    if (answer.code !== 0) throw new Error(`${sending.content} was refused: ${answer.msg}`);
    sending.acknowledged += 1;
    sending.place = { stream: answer.data.stream, seq: answer.data.seq };
    return true;
  }
}
