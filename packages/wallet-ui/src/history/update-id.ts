/** The id of the update that an event is of: `#<update id>:<node>`; an update's own id stays. */
export const updateIdOf = (eventId: string): string =>
  eventId.replace(/^#/, "").replace(/:[^:]*$/, "");
