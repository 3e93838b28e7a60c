import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startWorld, type Person, type World } from '../support/world.ts';

/** Far simpler than the server: every listed message, and one mark for each user. */
interface Line {
  readonly from: number;
  readonly id: string;
  mentions: readonly number[];
  gone?: true;
}
interface Chat {
  readonly lines: Line[];
  readonly mark: Map<number, number>;
  readonly atMark: Map<number, number>;
}

const who = fc.nat(2);
const where = fc.nat(1);
const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('send' as const), who, where, at: fc.subarray([0, 1, 2, 3]) }),
  },
  fc.record({
    do: fc.constant('read' as const),
    who,
    where,
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({ do: fc.constant('seeMentions' as const), who, where }),
  fc.record({ do: fc.constant('recall' as const), who, where, pick: fc.nat(50) }),
  fc.record({ do: fc.constant('delete' as const), who, where, pick: fc.nat(50) }),
  fc.record({ do: fc.constant('leave' as const), who }),
  fc.record({ do: fc.constant('return' as const), who }),
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

class Model {
  readonly chats: Record<string, Chat> = {};
  private made = 0;

  constructor(
    private readonly world: World,
    private readonly people: readonly Person[],
    readonly group: string,
  ) {}

  /** The conversation as this user addresses it, and as the model does. */
  place(person: Person, at: number): { readonly to: string; readonly chat: Chat } {
    if (at === 1) return { to: this.group, chat: this.chat(this.group) };
    const partner = this.people[person === this.people[0] ? 1 : 0]!;
    return {
      to: String(partner.id),
      chat: this.chat([person.id, partner.id].toSorted((a, b) => a - b).join('-')),
    };
  }

  chat(name: string): Chat {
    return (this.chats[name] ??= { lines: [], mark: new Map(), atMark: new Map() });
  }

  async run(step: Command): Promise<void> {
    const person = this.people[step.who]!;
    const { world } = this;
    const { to, chat } = this.place(person, 'where' in step ? step.where : 1);
    switch (step.do) {
      case 'send': {
        const id = `m-${(this.made += 1)}`;
        const answer = await world.send(person, to, id, { id, at: step.at });
        if (answer.code === 0) chat.lines.push({ from: person.id, id, mentions: answer.data.at });
        return;
      }
      case 'read': {
        const n = Math.ceil(step.part * chat.lines.length);
        const answer = await world.call(person, 'im/setMsgIsRead', { toContactId: to, messages: [{ n }] });
        await world.clock.advance(1_000);
        if (answer.code === 0) chat.mark.set(person.id, Math.max(n, chat.mark.get(person.id) ?? 0));
        return;
      }
      case 'seeMentions':
        if ((await world.code(person, 'im/readAtMsg', { toContactId: to })) === 0)
          chat.atMark.set(person.id, chat.lines.length);
        return;
      case 'recall':
      case 'delete': {
        const line = chat.lines[step.pick % Math.max(1, chat.lines.length)];
        const path = step.do === 'recall' ? 'undoMessage' : 'delMessage';
        if (line && (await world.code(person, `/enterprise/im/${path}`, { id: line.id })) === 0)
          Object.assign(line, { mentions: [], gone: true });
        return;
      }
      case 'leave':
        await world.call(person, 'group/removeUser', { id: to, user_id: person.id });
        return;
      case 'return':
        return this.bringBack(person);
    }
  }

  /** The owner adds a former member: one more line, and a new start position for this member. */
  private async bringBack(person: Person): Promise<void> {
    const [owner] = this.people;
    const before = (await this.world.contact(owner!, this.group))!.count;
    await this.world.call(owner!, 'group/addGroupUser', { id: this.group, user_ids: [person.id] });
    const { count } = (await this.world.contact(owner!, this.group))!;
    const chat = this.chat(this.group);
    if (count === before) return;
    chat.lines.push({ from: owner!.id, id: 'line', mentions: [] });
    for (const mark of [chat.mark, chat.atMark]) mark.set(person.id, count);
  }

  async check(): Promise<void> {
    for (const person of this.people) {
      for (const at of [0, 1]) {
        const { to, chat } = this.place(person, at);
        const row = await this.world.contact(person, to);
        if (!row) continue;
        const after = (mark: Map<number, number>) =>
          chat.lines.filter((line, i) => i + 1 > (mark.get(person.id) ?? 0) && line.from !== person.id);
        const unread = after(chat.mark).filter((line) => !line.gone).length;
        const mentions = after(chat.atMark).filter(
          (line) => line.mentions.includes(0) || line.mentions.includes(person.id),
        ).length;
        expect({ person: person.id, to, count: row.count, unread: row.unread, mentions: row.is_at }).toEqual({
          person: person.id,
          to,
          count: chat.lines.length,
          unread,
          mentions: at === 1 ? mentions : 0,
        });
      }
    }
  }
}

async function startModel(): Promise<{ readonly world: World; readonly model: Model }> {
  const world = await startWorld();
  const people = [await world.person('anna'), await world.person('bela'), await world.person('cleo')];
  for (const friend of people.slice(1)) await world.befriend(people[0]!, friend);
  const model = new Model(world, people, await world.group(people[0]!, people.slice(1)));
  for (const friend of people.slice(1)) {
    const pair = model.chat([people[0]!.id, friend.id].toSorted((a, b) => a - b).join('-'));
    pair.lines.push({ from: friend.id, id: 'line', mentions: [] });
    for (const person of people) for (const mark of [pair.mark, pair.atMark]) mark.set(person.id, 1);
  }
  const group = model.chat(model.group);
  group.lines.push({ from: people[0]!.id, id: 'line', mentions: [] });
  for (const person of people) for (const mark of [group.mark, group.atMark]) mark.set(person.id, 1);
  return { world, model };
}

it('COUNT-1, COUNT-3, COUNT-17: after any commands the list counts as a plain recount does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 40 }), async (steps) => {
      const { world, model } = await startModel();
      for (const step of steps) await model.run(step);
      await model.check();
      await world.close();
    }),
    { numRuns: 60 },
  );
});
