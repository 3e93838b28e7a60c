import type { Checker } from './checker.ts';

/** Every outbox item ends as sent or permanently refused (SEND-4, SEND-5). */
export const outboxChecker: Checker = {
  name: 'the outbox empties',
  end: (world) =>
    world.tabs().flatMap((tab) => {
      const waiting = [...tab.state().outbox.values()].flat().filter((item) => item.status !== 'failed');
      return waiting.length > 0
        ? [
            `${tab.name} still has ${waiting.length} waiting (${waiting.map((item) => item.status).join(', ')})`,
          ]
        : [];
    }),
};
