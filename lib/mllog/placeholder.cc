// SPDX-License-Identifier: Apache-2.0
#include "mllog/detail_log.h"
