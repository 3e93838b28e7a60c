import type { ComponentType } from 'react';
import type { ContactId } from '../../../domain/ids.ts';

/** What rows show while somebody types; it comes behind the list with what else the frame has (UI-16). */
export const typingSlot: { Line?: ComponentType<{ readonly id: ContactId }> } = {};
