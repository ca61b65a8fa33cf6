// A thread that judges some of the recorded answers.
import { parentPort, workerData } from 'node:worker_threads'
import { judgeAnswers } from './answers.ts'

parentPort?.postMessage(await judgeAnswers(workerData as readonly string[]))
