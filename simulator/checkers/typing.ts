import type { Checker } from './checker.ts';

/** At rest no user is shown as typing, wherever the end signal was lost (TYPING-3). */
export const typingChecker: Checker = {
  name: 'nobody types for ever',
  end: (world) =>
    world.people
      .flatMap(({ devices }) => devices.flatMap((device) => device.tabs))
      .flatMap((tab) =>
        [...(tab.state().typing ?? [])].map(
          ([chat, typists]) =>
            `${tab.name} shows ${typists.map(({ user }) => user).join()} typing in ${chat}`,
        ),
      ),
};
