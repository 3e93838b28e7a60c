import type { Actions, Notice } from '../interface/client.ts';
import type { PageActions } from './page-actions.ts';
import type { ActionParts } from './parts.ts';

export type MakePageActions = (parts: ActionParts, raise: (notice: Notice) => void) => PageActions;

/** Every action of the interface: those of pages may come later than the rest. */
export function withPages(always: Omit<Actions, keyof PageActions>, pages: PageActions): Actions {
  return new Proxy(always, {
    get: (own, name) => (Reflect.get(own, name) as unknown) ?? Reflect.get(pages, name),
    // A proxy answers every name of the interface.
  }) as Actions;
}
