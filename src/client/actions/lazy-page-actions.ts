import { NOBODY_SIGNED_IN, NOT_LOADED } from '../connection/answers.ts';
import type { Actions } from '../interface/client.ts';
import { lateActions, lazy, nothing, tellNotLoaded } from '../kernel/lazy.ts';
import type { MakeActions, MakePageActions, PageActions } from './page-actions.ts';

const NO_SIZES = { messages: 0, contacts: 0, drafts: 0, unsent: 0 };

/** Answers of actions that cannot fail in their own words, where their code cannot be loaded. */
const WITHOUT_CODE: Partial<Record<keyof Actions, unknown>> = {
  storageSizes: NO_SIZES,
  keepRecording: undefined,
  recording: null,
};

const answerOf = (name: keyof Actions, other: unknown): unknown =>
  name in WITHOUT_CODE ? WITHOUT_CODE[name] : other;

/**
 * Page actions whose code loads with the first of them, so that the chat list loads without it (UI-16). They
 * return promises, so loading changes nothing for the caller.
 */
export const lazyPageActions =
  (load: () => Promise<MakePageActions>): MakeActions =>
  (parts, raise, own) => {
    const login = () => parts.session.current()?.login ?? null;
    const pages = lazy(load, (make) => make(parts), nothing, login);
    return lateActions<Actions>(
      // The buttons of a call that is here need no code of pages.
      () => ({ ...parts.calls.buttons.now()?.actions, ...own }),
      (call, name) =>
        pages.ask<unknown>(
          async (code: PageActions) => call(code as Actions),
          () => (tellNotLoaded(raise), answerOf(name, NOT_LOADED)),
          () => answerOf(name, NOBODY_SIGNED_IN),
        ),
    );
  };
