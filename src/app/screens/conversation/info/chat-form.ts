import type { Contact } from '../../../../client/state/state.ts';

/** A form of one chat, over the page about it. */
export interface ChatForm {
  readonly contact: Contact;
  readonly open: boolean;
  readonly onClose: () => void;
}
