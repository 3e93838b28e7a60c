import { accountActions } from './account-actions.ts';
import { groupActions } from './group-actions.ts';
import { momentActions } from './moment-actions.ts';
import type { ActionParts } from './parts.ts';
import { peopleActions } from './people-actions.ts';
import { pushActions } from './push-actions.ts';
import { readActions } from './read-actions.ts';
import { storageActions } from './storage-actions.ts';

/** What single pages ask the server, beyond chats and the list of them. */
export type PageActions = ReturnType<typeof accountActions> &
  ReturnType<typeof groupActions> &
  ReturnType<typeof momentActions> &
  ReturnType<typeof peopleActions> &
  ReturnType<typeof pushActions> &
  ReturnType<typeof storageActions> &
  ReturnType<typeof readActions>;

export const pageActions = (parts: ActionParts): PageActions => ({
  ...peopleActions(parts),
  ...groupActions(parts),
  ...accountActions(parts),
  ...momentActions(parts),
  ...pushActions(parts),
  ...storageActions(parts),
  ...readActions(parts),
});
