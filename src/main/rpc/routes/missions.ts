import type { Missions } from '../../services/missions'
import type { Procedures } from '../procedures'

/** What the contract says of missions. */
export function missionRoutes(os: Procedures, missions: Missions) {
  return {
    list: os.missions.list.handler(() => missions.list()),
    create: os.missions.create.handler(({ input, context }) =>
      missions.create({ ...input, by: context.actor }),
    ),
    change: os.missions.change.handler(({ input, context }) =>
      missions.change({ ...input, by: context.actor }),
    ),
    switch: os.missions.switch.handler(({ input, context }) =>
      missions.switch({ ...input, by: context.actor }),
    ),
    duplicate: os.missions.duplicate.handler(({ input, context }) =>
      missions.duplicate({ id: input.id, by: context.actor }),
    ),
    remove: os.missions.remove.handler(({ input, context }) =>
      missions.remove({ id: input.id, by: context.actor }),
    ),
    restore: os.missions.restore.handler(({ input, context }) =>
      missions.restore({ id: input.id, by: context.actor }),
    ),
    run: os.missions.run.handler(({ input, context }) => missions.run({ id: input.id, by: context.actor })),
    stop: os.missions.stop.handler(({ input, context }) => ({
      stopped: missions.stop({ id: input.id, by: context.actor }),
    })),
    iterations: os.missions.iterations.handler(({ input }) => missions.iterations(input)),
    closing: os.missions.closing.handler(({ input }) => missions.closing(input.iterationId)),
  }
}
