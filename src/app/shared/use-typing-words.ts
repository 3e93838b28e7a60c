import type { TFunction } from 'i18next';
import type { State } from '../../client/state/state.ts';
import { type ContactId, personContact, userId } from '../../domain/ids.ts';
import type { Typist } from '../../domain/typing.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useStore } from './client-context.ts';

const PERSON = { text: 'typing.text', voice: 'typing.voice', file: 'typing.file' } as const;
const NAME_TEXTS = { text: 'typing.nameText', voice: 'typing.nameVoice', file: 'typing.nameFile' } as const;

/** Name of a typing user: the private nickname, if there is one. */
const nameOf = (state: State, { user, name }: Typist): string =>
  state.contacts.get(personContact(userId(user)))?.displayName ?? name;

/** Text about typing users; '' for none (TYPING-5). */
function wordsOf(t: TFunction, state: State, id: ContactId): string {
  const typists = state.typing?.get(id) ?? [];
  const [one] = typists;
  if (one === undefined) return '';
  if (typists.length > 1) return t('typing.many', { count: typists.length });
  return state.contacts.get(id)?.kind === 'group'
    ? t(NAME_TEXTS[one.what], { name: nameOf(state, one) })
    : t(PERSON[one.what]);
}

export function useTypingWords(id: ContactId): string {
  const { t } = useTranslation();
  return useStore((state) => wordsOf(t, state, id));
}
