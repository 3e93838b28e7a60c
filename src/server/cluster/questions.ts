import { NodeAway } from '../kernel/peers.ts';
import { nodeLimits as limits } from '../kernel/limits.ts';
import type { Bus, NodeWord } from '../../ports/bus.ts';
import type { Clock } from '../../ports/clock.ts';
import { Refusal } from '../kernel/refusal.ts';

interface Open {
  readonly settle: (word: Reply) => void;
  readonly give: () => void;
}

type Reply = {
  readonly value?: unknown;
  readonly refused?: {
    readonly reason: Refusal['reason'];
    readonly code: number;
    readonly facts: Refusal['facts'];
    readonly data: unknown;
  };
  readonly fault?: string;
};

/**
 * Questions between nodes over a lossy bus: repeated until answered, executed once (NODE-5). An answer is
 * cached for repeats caused by its loss.
 */
export class Questions {
  private readonly open = new Map<string, Open>();
  private readonly handlers = new Map<string, (data: unknown) => unknown>();
  private readonly answered = new Map<string, Promise<Reply>>();
  private lastNumber = 0;
  private stopped = false;

  constructor(
    private readonly me: string,
    private readonly bus: Bus,
    private readonly clock: Clock,
  ) {}

  answer(what: string, handler: (data: unknown) => unknown): void {
    this.handlers.set(what, handler);
  }

  ask(node: string, what: string, data: unknown): Promise<unknown> {
    // A bind that completes while the node stops would still ask, without a receiver for the answer.
    if (this.stopped) return Promise.reject(new NodeAway('this node stops'));
    if (this.open.size >= limits.questionsMax) return Promise.reject(new NodeAway('too many questions wait'));
    const id = `${this.me}-${(this.lastNumber += 1)}`;
    return new Promise((resolve, reject) => {
      let timer: unknown = null;
      let leftMs: number = limits.answerMs;
      const end = () => {
        this.clock.clearTimeout(timer);
        this.open.delete(id);
      };
      const give = () => {
        end();
        reject(new NodeAway(`node ${node} did not answer`));
      };
      const say = () => {
        if (leftMs <= 0) return give();
        leftMs -= limits.askAgainMs;
        this.bus.publish({ kind: 'node', from: this.me, to: node, what, id, data });
        timer = this.clock.setTimeout(say, limits.askAgainMs);
      };
      const onReply = ({ value, refused, fault }: Reply) => {
        end();
        if (refused) return resolve(new Refusal(refused.reason, { ...refused, detail: refused.data }));
        if (fault !== undefined) return reject(new Error(fault));
        resolve(value);
      };
      this.open.set(id, { settle: onReply, give });
      say();
    });
  }

  receive(word: NodeWord): void {
    const { id = '', what, from, data } = word;
    if (what === 'answer') return this.open.get(id)?.settle(data as Reply);
    let reply = this.answered.get(id);
    if (!reply) {
      reply = this.reply(what, data);
      this.answered.set(id, reply);
      for (const oldest of this.answered.keys()) {
        if (this.answered.size <= limits.answersKeptMax) break;
        this.answered.delete(oldest);
      }
    }
    void reply.then((answer) =>
      this.bus.publish({ kind: 'node', from: this.me, to: from, what: 'answer', id, data: answer }),
    );
  }

  stop(): void {
    this.stopped = true;
    for (const { give } of this.open.values()) give();
    this.answered.clear();
  }

  private async reply(what: string, data: unknown): Promise<Reply> {
    try {
      const handler = this.handlers.get(what);
      if (!handler) return { fault: `a node of another version asked for "${what}"` };
      const value = await handler(data);
      if (!(value instanceof Refusal)) return { value: value ?? null };
      const { reason, code, facts, detail } = value;
      return { refused: { reason, code, facts, data: detail } };
    } catch (error) {
      return { fault: String(error) };
    }
  }
}
