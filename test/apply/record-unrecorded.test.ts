import { describe, expect, it } from 'vitest'
import { recordUnrecorded } from '../../src/apply/record-changes.ts'
import type { JobRecord } from '../../src/state/state.ts'
import { aDoubtfulRecord, aFailedRecord, aSubmittedRecord, aSubmittingRecord } from '../support/a-record.ts'

const intent = aSubmittingRecord()
const known = aSubmittedRecord()
const forgotten: JobRecord = { ...intent, phase: 'forgotten' }

describe('an outcome that could not be recorded at once', () => {
  it.each([aSubmittedRecord(), aFailedRecord(), aDoubtfulRecord()])(
    'is recorded on its intent: $phase',
    (unrecorded) => {
      expect(recordUnrecorded([intent], [unrecorded])).toEqual([unrecorded])
    },
  )

  it('is recorded for each crawl', () => {
    const others = ['a', 'b'].map((crawl) => aFailedRecord({ crawl }))
    expect(recordUnrecorded([], [others[0]!, known, others[1]!])).toEqual([...others, known])
  })

  it('does not restore a crawl that was forgotten meanwhile', () => {
    expect(recordUnrecorded([forgotten], [known])).toEqual([forgotten])
  })

  it('does not replace a known outcome by a doubt', () => {
    expect(recordUnrecorded([known], [aDoubtfulRecord()])).toEqual([known])
  })

  it.each([intent, forgotten])('is ignored if it is not an outcome: $phase', (unrecorded) => {
    expect(recordUnrecorded([known], [unrecorded])).toEqual([known])
    expect(recordUnrecorded([], [unrecorded])).toEqual([])
  })
})
