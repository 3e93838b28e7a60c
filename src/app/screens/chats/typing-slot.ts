import type { ComponentType } from 'react';
import type { ContactId } from '../../../domain/ids.ts';

/**
 * Slot for a row's typing indicator; it is loaded after the list with the other late parts of the frame
 * (UI-16).
 */
export const typingSlot: { Line?: ComponentType<{ readonly id: ContactId }> } = {};
