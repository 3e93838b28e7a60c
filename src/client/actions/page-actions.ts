import { accountActions, ownDataActions } from './account-actions.ts';
import { botActions } from './bot-actions.ts';
import { callButtons } from './call-actions.ts';
import { fileActions } from './file-actions.ts';
import { groupActions } from './group-actions.ts';
import { preferenceActions } from './kept-actions.ts';
import {
  loginActions,
  openIdActions,
  passkeyActions,
  registerActions,
  secondStepActions,
} from './login-actions.ts';
import { inboxActions } from './inbox-actions.ts';
import { laterActions } from './later-actions.ts';
import { messageActions } from './message-actions.ts';
import { momentActions } from './moment-actions.ts';
import type { ActionParts } from './parts.ts';
import type { Actions, Notice } from '../interface/client.ts';
import { partActions } from './under-message-actions.ts';
import { peopleActions, safetyActions } from './people-actions.ts';
import { pushActions, storageActions } from './device-actions.ts';
import { readActions } from './read-actions.ts';
import { recordingActions } from './recording-actions.ts';
import { threadActions } from './thread-actions.ts';

/** Requests of single pages, beyond chats and the chat list. */
export type PageActions = ReturnType<typeof accountActions> &
  ReturnType<typeof fileActions> &
  ReturnType<typeof groupActions> &
  ReturnType<typeof botActions> &
  ReturnType<typeof callButtons> &
  ReturnType<typeof preferenceActions> &
  ReturnType<typeof inboxActions> &
  ReturnType<typeof laterActions> &
  ReturnType<typeof loginActions> &
  ReturnType<typeof safetyActions> &
  ReturnType<typeof secondStepActions> &
  ReturnType<typeof openIdActions> &
  ReturnType<typeof ownDataActions> &
  ReturnType<typeof passkeyActions> &
  ReturnType<typeof messageActions> &
  ReturnType<typeof momentActions> &
  ReturnType<typeof peopleActions> &
  ReturnType<typeof pushActions> &
  ReturnType<typeof storageActions> &
  ReturnType<typeof partActions> &
  ReturnType<typeof threadActions> &
  ReturnType<typeof readActions> &
  ReturnType<typeof recordingActions> &
  ReturnType<typeof registerActions>;

export type MakePageActions = (parts: ActionParts) => PageActions;

/** Completes the actions that need no page, `own`, by those of the pages; `raise` reports code that is missing. */
export type MakeActions = (
  parts: ActionParts,
  raise: (notice: Notice) => void,
  own: Omit<Actions, keyof PageActions>,
) => Actions;

export const pageActions: MakePageActions = (parts) => ({
  ...peopleActions(parts),
  ...fileActions(parts),
  ...groupActions(parts),
  ...botActions(parts),
  ...callButtons(parts),
  ...messageActions(parts),
  ...preferenceActions(parts),
  ...inboxActions(parts),
  ...laterActions(parts),
  ...loginActions(parts),
  ...safetyActions(parts),
  ...secondStepActions(parts),
  ...openIdActions(parts),
  ...ownDataActions(parts),
  ...passkeyActions(parts),
  ...accountActions(parts),
  ...momentActions(parts),
  ...pushActions(parts),
  ...storageActions(parts),
  ...partActions(parts),
  ...threadActions(parts),
  ...readActions(parts),
  ...recordingActions(parts),
  ...registerActions(parts),
});
