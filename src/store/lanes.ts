/** The queues of messages that belong to no carrier; those of carriers are above them. */

/** Not decided yet: any process with room looks there. */
export const undecidedLane = 0;
/** No route led anywhere. Any process looks there, with room or without. */
export const nowhereLane = -1;
/** Waits for its time. */
export const scheduledLane = -2;
/** Taken by a process. What a process accepts and takes at once is in no queue at all. */
export const heldLane = -3;
/** Sent so long after it was accepted that the walk through the messages would miss it: its silence is noticed here. */
export const watchedLane = -4;
