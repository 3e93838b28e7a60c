import { afterEach, expect } from 'vitest';
import type { Person } from './browser.ts';
import type { Stage } from './stage.ts';

/**
 * The same stage for windows that several tests of a file use. They stay open until its end, and after each
 * test nothing may have gone wrong unseen there.
 */
export function lasting(stage: Stage): Stage {
  const people: Person[] = [];
  afterEach(() => {
    const faults = people.flatMap((person) =>
      person.faults.splice(0).map((fault) => `${person.name}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });
  return {
    get browser() {
      return stage.browser;
    },
    server: (options) => stage.server(options),
    fileServer: () => stage.fileServer(),
    commonServer: () => stage.commonServer(),
    watch(person) {
      people.push(person);
      return person;
    },
  };
}
